import type { Flag } from '#command-line/flag';
import type { Site } from '../../project/site.ts';
import { type MiddlewareAddition, pathQuestion } from '../middleware-addition.ts';

const upstreamQuestion: Flag<Site> = {
  name: 'upstream',
  placeholder: '<url>',
  message: 'URL of the other server',
  help: 'the URL of the other server, as in http://127.0.0.1:3000',
  initial: () => 'http://127.0.0.1:3000',
  validate: (answer) =>
    /^https?:\/\/[^\s'"\\]+$/.test(answer) && URL.canParse(answer)
      ? undefined
      : `"${answer}" is not the URL of a server: write it as in http://127.0.0.1:3000.`,
};

export const proxy: MiddlewareAddition = {
  kind: 'proxy',
  summary: 'Reverse proxy: forward requests below a path to another server',
  priority: 1000,
  questions: [pathQuestion('/upstream', 'is forwarded'), upstreamQuestion],
  needs: 'sockets',
};
