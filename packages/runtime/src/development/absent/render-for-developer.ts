import { problemFormat } from '../../application/errors/accept.ts';
import { problemOf, writeJson, writeText } from '../../application/errors/problem.ts';
import { problemResponse } from '../../application/errors/problem-response.ts';
import { messageOf } from '../../error/describe.ts';
import type * as real from '../render-for-developer.ts';

/** Message and stack alone: the page, and what it knows of the pipeline, are not taken along. */
export const renderForDeveloper: typeof real.renderForDeveloper = (error, request, status) => {
  const problem = { ...problemOf(error, request, status), detail: messageOf(error) };
  const stack = error instanceof Error ? error.stack : undefined;
  return problemFormat(request.header('accept')) === 'json'
    ? problemResponse(error, status, 'json', writeJson(problem, { stack }))
    : problemResponse(error, status, 'text', `${writeText(problem)}\n${stack ?? ''}\n`);
};
