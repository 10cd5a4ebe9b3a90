import { HttpError, safely } from 'fw-runtime/internal';
import { findFw, type FwOutcome, runFw } from '../project/fw-program.ts';
import type { RequestRecord } from '../recorder/request-json.ts';
import { fileWithinProject } from '../project/project-root.ts';

const NOT_INSTALLED =
  'This needs fw, which is not installed. Run npm install --save-dev fw-cli, then try again.';

/** The actions that the inspector runs with the project's own `fw`, in another process. */
export class ProjectTools {
  readonly #root: string;

  /** @param root the folder of the project */
  constructor(root: string) {
    this.#root = root;
  }

  /** The merged configuration as it would be loaded now, with the source of each value and its line in the file. */
  async configuration(): Promise<unknown> {
    const { stdout } = await this.#run(['config', '--json']);
    return JSON.parse(stdout) as unknown;
  }

  /** Writes a test that sends the same request and expects the same response. */
  async saveTest(record: RequestRecord): Promise<{ readonly files: readonly string[] }> {
    const reason = whyNoTest(record);
    if (reason !== undefined) throw new HttpError(409, `This request cannot be saved as a test. ${reason}`);
    const words = ['generate', 'test', '--from-json', '-', '--json'];
    const { stdout } = await this.#run(words, JSON.stringify(record));
    const { files } = JSON.parse(stdout) as { readonly files: readonly { readonly path: string }[] };
    return { files: files.map(({ path }) => path) };
  }

  /** Opens a file of the project in the editor. */
  async open(place: unknown): Promise<{ readonly opened: string }> {
    const { file, line } = (place ?? {}) as { readonly file?: unknown; readonly line?: unknown };
    const found = typeof file === 'string' ? fileWithinProject(this.#root, file) : undefined;
    if (found === undefined) throw new HttpError(404, `No such file in the project: ${String(file)}.`);
    const suffix = Number.isSafeInteger(line) && (line as number) > 0 ? `:${line as number}` : '';
    // The `./` keeps a file name from being parsed as a flag.
    await this.#run(['open', `./${found}${suffix}`]);
    return { opened: found + suffix };
  }

  async #run(words: readonly string[], input?: string): Promise<FwOutcome> {
    const program = findFw(this.#root);
    if (program === undefined) throw new HttpError(501, NOT_INSTALLED);
    const outcome = await runFw(program, this.#root, words, input);
    if (outcome.exitCode === 0) return outcome;
    throw new HttpError(500, saidBy(outcome));
  }
}

/** Why a request can't be saved as a test. Undefined if `fw` decides, which may reject a request whose body isn't recorded. */
export function whyNoTest({ layers, outcome }: RequestRecord): string | undefined {
  if (outcome === 'pending') return 'The response is still pending.';
  if (outcome === 'aborted') return 'The request has no response, because the client disconnected.';
  if (layers.length > 0) return undefined;
  return 'No middleware handled the request (a static file, for example), and tests call only the application.';
}

/** The error message of `fw`, which is a member of a JSON object with `--json`. */
function saidBy({ stdout, stderr }: FwOutcome): string {
  const { error } = safely(() => JSON.parse(stdout) as { readonly error?: unknown }, {});
  return typeof error === 'string'
    ? error
    : stderr.trim() || stdout.trim() || 'fw exited without any output.';
}
