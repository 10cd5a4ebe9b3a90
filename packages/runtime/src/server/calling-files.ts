/**
 * The script that Node was started with, and the files of the functions that have led to this call: among them the entry
 * script, also where a process manager has loaded it. As paths or `file:` URLs.
 */
export function callingFiles(): readonly string[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 50;
    Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName());
    const files = new Error('where').stack as unknown as readonly (string | null | undefined)[];
    return [process.argv[1], ...files].filter((file) => typeof file === 'string');
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}
