import { printCode } from '../../edit/code.ts';
import { hasJobs, JOB_LIST } from '../../project/run-module.ts';
import { libraryFor, schemaQuestion } from '../contract/contract-questions.ts';
import { fieldsIn, validateFields } from '../contract/fields.ts';
import { GENERATED_STYLE } from '../contract/print-object.ts';
import { bodySamples } from '../contract/samples.ts';
import type { Change } from '../engine/change.ts';
import { featureQuestion, servicesQuestion } from '../engine/common-questions.ts';
import type { Generator } from '../engine/generator.ts';
import { pascalCase } from '../engine/names.ts';
import { requirePackages } from '../engine/installation.ts';
import { addToDefaultList } from './command-program.ts';
import { makeClass } from '../engine/make-class.ts';
import { fwCommand } from '../../project/typed-command.ts';

const EMPTY_LIST = `import type { Job } from 'fw-jobs';

/** The jobs of the app; \`fw generate job\` adds to it. */
const jobs: readonly Job[] = [];

export default jobs;
`;
const EXAMPLE_FIELDS = 'userId:string';
const NAME = /^[a-z][a-z\d]*(?:-[a-z\d]+)*$/;

export const job: Generator = {
  kind: 'job',
  summary: 'Generate a background job with a test',
  rejection: (project) =>
    hasJobs(project) ? undefined : `"job" needs background jobs, which ${fwCommand()} add jobs creates`,
  questions: [
    {
      name: 'name',
      positional: true,
      placeholder: '<name>',
      message: 'Name, as in send-welcome',
      help: 'the name of the job, as in send-welcome',
      validate: (name) =>
        NAME.test(name)
          ? undefined
          : `"${name}" is not the name of a job: use small letters and digits, with "-" between words.`,
    },
    {
      name: 'payload',
      placeholder: '<fields>',
      message: `Payload, as in ${EXAMPLE_FIELDS} (none: leave empty)`,
      help: `the fields of the payload, as in '${EXAMPLE_FIELDS}'`,
      separator: ',',
      initial: () => '',
      validate: (fields) => validateFields(fields),
    },
    schemaQuestion('payload'),
    servicesQuestion,
    featureQuestion,
  ],
  installs: true,
  examples: [`job send-welcome --payload '${EXAMPLE_FIELDS}' --services Mailer`, 'job clean-up'],

  async plan(project, answers, change) {
    const { name = '' } = answers;
    const fields = fieldsIn(answers['payload']);
    const library = fields.length === 0 ? undefined : libraryFor(project, answers);
    if (library !== undefined) requirePackages(change, library.packages);
    const exported = pascalCase(name);
    const created = await makeClass(
      project,
      change,
      { ...answers, class: exported },
      {
        exported,
        source: 'job/job.ts',
        folder: 'job',
        imports: [],
        uses: [{ name: 'job', from: 'fw-jobs' }, ...(library === undefined ? [] : [library.imported])],
        values: {
          name,
          schema: library?.body(fields).replaceAll('\n', '\n  '),
          sample: printCode(bodySamples(fields).good, GENERATED_STYLE, '  '),
        },
      },
    );
    addToDefaultList(change, JOB_LIST, EMPTY_LIST, exported, { name: exported, from: created.module });
    return { services: created.services };
  },
};

/** Creates the list of jobs, when it is missing. */
export function createJobList(change: Change): void {
  if (change.read(JOB_LIST) === undefined) change.create(JOB_LIST, EMPTY_LIST);
}
