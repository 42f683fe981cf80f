/** What a file operation can fail with, by errno name. */
export const fileErrorTexts = {
  ENOENT: "No such file or directory",
  EEXIST: "File exists",
  EISDIR: "Is a directory",
  ENOTDIR: "Not a directory",
  ENOTEMPTY: "Directory not empty",
  EXDEV: "Invalid cross-device link",
  EROFS: "Read-only file system",
  ELOOP: "Too many levels of symbolic links",
  EBUSY: "Device or resource busy",
  EINVAL: "Invalid argument",
} as const;

export type FileErrorCode = keyof typeof fileErrorTexts;

/** A file operation that the (simulated) operating system refuses; the message is the C library's text. */
export class FileError extends Error {
  override readonly name = "FileError";
  readonly code: FileErrorCode;
  readonly path: string;
  constructor(code: FileErrorCode, path: string) {
    super(fileErrorTexts[code]);
    this.code = code;
    this.path = path;
  }
}
