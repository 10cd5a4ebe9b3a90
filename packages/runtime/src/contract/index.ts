/**
 * What a route takes and answers, said once.
 *
 * @example
 * const createPost = contract({ body: z.object({ title: z.string() }), responses: { 201: Post } });
 * app.post('/posts', createPost.handler(({ body }) => new JsonResponse(posts.add(body), 201)), 'posts.create');
 *
 * @module
 */
export { contract, type Contract, type ContractMiddleware, type HandlerResult } from './contract.ts';
export type {
  Content,
  ContractDefinition,
  InputOf,
  ParamsOf,
  PartName,
  ResponseKey,
  Schema,
  SchemasByType,
} from './definition.ts';
export { type InputFault, type InputPlace, InvalidInputError } from './invalid-input-error.ts';
export { Problem, type ProblemDocument } from './problem.ts';
