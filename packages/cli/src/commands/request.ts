import type { InspectionReport, SentRequest } from 'fw-devtools/inspection';
import { readArguments } from '#command-line/arguments';
import { type Flag, helpFlag } from '#command-line/flag';
import { CommandError } from '#command-line/errors';
import type { Command, Run } from '../command.ts';
import { workerVariables } from '../dev/worker-env.ts';
import { type Inspecting, startInspection, TIME_LIMIT_MILLISECONDS } from '../project/inspection.ts';
import { printClose } from '../show/response.ts';
import { methodAndPath } from './explain.ts';
import { findProject, type Project } from '../project/project.ts';
import { bodyText, printResponse } from '../show/printed-response.ts';
import { hasBody, sentBody, sentHeaders, timeoutOf } from '../show/sent.ts';
import { printErrors, printTrace } from '../show/trace.ts';

const FLAGS: readonly Flag[] = [
  {
    name: 'json',
    placeholder: '<data>',
    mayStandAlone: true,
    help: 'send this JSON, or standard input for "-"; without data: same as --output json',
  },
  { name: 'form', placeholder: '<name=value>', repeatable: true, help: 'send this form field; repeatable' },
  { name: 'data', placeholder: '<text>', help: 'send this text, or standard input for "-"' },
  {
    name: 'header',
    short: 'H',
    placeholder: '<name: value>',
    repeatable: true,
    help: 'send this header; repeatable',
  },
  { name: 'trace', help: "show each layer's duration and changes" },
  { name: 'fail', help: 'exit with code 1 if the status is 400 or above' },
  {
    name: 'max-time',
    placeholder: '<seconds>',
    help: 'time limit for the whole response; 10 by default',
  },
  {
    name: 'output',
    placeholder: '<format>',
    help: 'the output format',
    choices: { text: 'plain text, the default', json: 'for other programs' },
  },
  helpFlag,
];

export const requestCommand: Command = {
  name: 'request',
  usage: '[method] <path>',
  summary: 'Run a request through the app without a server, and show the response and its trace',
  flags: FLAGS,
  examples: [
    'fw request /post/42 --trace',
    `fw request POST /post --json '{"title":"Hello"}'`,
    'fw request POST /login --form name=me --form password=secret',
    `fw request GET /admin --header 'Authorization: Bearer x' --output json`,
  ],
  wordCount: () => 2,
  run: request,
};

async function request({ args, cwd, output, signal, inspect, process: host }: Run): Promise<number> {
  const { positionals, values, switches } = readArguments(args, FLAGS, 2);
  const [method, url] = methodAndPath(positionals, 'request', hasBody(values) ? 'POST' : 'GET');
  const timeout = timeoutOf(values);
  const project = findProject(cwd);
  const body = await sentBody(values, method, host);
  const sent: SentRequest = {
    method,
    url,
    headers: sentHeaders(values, body?.type),
    ...(body && { body: Buffer.from(body.content).toString('base64') }),
    ...(project.target === 'workers' && { variables: workerVariables(project.root) }),
    ...(timeout !== undefined && { timeout }),
  };
  const { report, said } = await send(project, sent, { signal, inspect });
  if (said !== '') host.stderr.write(said);
  for (const warning of report.warnings) host.stderr.write(`${warning}\n`);
  const { answer } = report;
  if (answer === undefined) throw withoutAnswer(report);

  const { record, close = [] } = answer;
  const content = bodyText(answer);
  if (values['json']?.includes('') || values['output']?.at(-1) === 'json') {
    const { status, statusText, headers, cut } = answer;
    const trace = switches.has('trace') ? { record: record ?? null } : {};
    output.json({ method, url, status, statusText, headers, ...content, cut, close, ...trace });
  } else {
    printResponse(answer, content, output);
    if (record !== undefined && switches.has('trace')) printTrace(record, output);
    else if (record !== undefined && answer.status >= 500) printErrors(record, output);
    // With debug, the body of a 404 may already list close routes.
    if (!('body' in content && content.body.includes('Similar routes'))) printClose({ close }, output);
  }
  return switches.has('fail') && answer.status >= 400 ? 1 : 0;
}

async function send(
  project: Project,
  request: SentRequest,
  inspecting: Inspecting,
): Promise<{ report: InspectionReport; said: string }> {
  const inspection = startInspection(project, inspecting);
  const { timeout = 0 } = request;
  try {
    const report = await inspection.inspect(
      { root: project.root, request },
      TIME_LIMIT_MILLISECONDS + timeout,
    );
    return { report, said: await inspection.closeAndHear() };
  } finally {
    inspection.close();
  }
}

function withoutAnswer({ faults, application }: InspectionReport): CommandError {
  if (application !== undefined && faults.length === 0) {
    return new CommandError(
      "The project's fw-runtime runs no requests: install fw-runtime and fw-cli of the same release.",
    );
  }
  return new CommandError(`There is no response:\n${faults.map((error) => `- ${error}`).join('\n')}`);
}
