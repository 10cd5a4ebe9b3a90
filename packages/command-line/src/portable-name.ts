/** The names of devices on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;

/**
 * The reason why Windows can't have a file or folder with this name, so that a project with it can't be checked out there.
 *
 * @param name one segment of a path
 * @returns the end of a sentence that begins with the name; undefined when the name is portable
 */
export function whyNotPortable(name: string): string | undefined {
  if (DEVICE.test(name)) return 'is the name of a device on Windows, which has no such files';
  if (/[. ]$/.test(name) && name !== '.' && name !== '..') {
    return `ends with a ${name.endsWith('.') ? 'dot' : 'space'}, which Windows removes from names`;
  }
  return undefined;
}
