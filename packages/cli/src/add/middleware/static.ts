import { type MiddlewareAddition, pathQuestion } from '../middleware-addition.ts';

export const staticFiles: MiddlewareAddition = {
  kind: 'static',
  summary: 'Serve static files from a folder below a path',
  priority: 11_500,
  questions: [pathQuestion('/assets', 'is a file of the folder')],
  needs: 'files',
};
