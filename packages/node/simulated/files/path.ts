/** A path without `.`, `..`, doubled or trailing slashes; a relative one is taken from `base`. */
export function normalizePath(path: string, base = "/"): string {
  // The common case: already normal.
  if (path.startsWith("/") && path.length > 1 && !/\/(?:\/|\.{1,2}(?:\/|$)|$)/.test(path)) return path;
  const steps: string[] = [];
  for (const step of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
    if (step === "" || step === ".") continue;
    if (step === "..") steps.pop();
    else steps.push(step);
  }
  return `/${steps.join("/")}`;
}

export function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}

export function baseName(path: string): string {
  const trimmed = path.replace(/\/+$/, "");
  return trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

export function joinPath(directory: string, name: string): string {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}

/** Whether `path` is `directory` or lies below it. */
export function isWithin(path: string, directory: string): boolean {
  return directory === "/" || path === directory || path.startsWith(`${directory}/`);
}
