import { CommandError } from "../command.ts";

/** What stands on a command line besides options. */
export interface GivenArguments {
  /** Templates. */
  readonly files: readonly string[];
  /** All values for `--parameters`, those after its first one included. */
  readonly parameters: readonly string[];
}

/**
 * Tells templates from further values of `--parameters`, which az takes one after the other behind one flag:
 * `--parameters @file name=value`.
 * @throws CommandError for a value without the flag
 */
export function sortArguments(
  args: readonly string[],
  given: readonly string[],
  fileExists: (path: string) => boolean,
): GivenArguments {
  const isValue = (text: string): boolean =>
    /^[@{]/.test(text) || (/^[\w-]+=/.test(text) && !fileExists(text)) || (given.length > 0 && isParametersFile(text));
  const values = args.filter((text) => isValue(text));
  const [first] = values;
  if (first !== undefined && given.length === 0)
    throw new CommandError(`${first}: a parameter's value comes after --parameters`, { exitCode: 64 });
  return { files: args.filter((text) => !isValue(text)), parameters: [...given, ...values] };
}

function isParametersFile(text: string): boolean {
  return /\.parameters\.json$/i.test(text);
}

/** The one template of a command. @throws CommandError when there are more or none */
export function onlyTemplate(files: readonly string[]): string {
  const [file, ...others] = files;
  if (file !== undefined && others.length === 0) return file;
  throw new CommandError(
    file === undefined ? "the template is missing" : `one template at a time: ${files.join(", ")}`,
    { exitCode: 64 },
  );
}
