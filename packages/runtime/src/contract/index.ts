/**
 * Validates requests and responses of a route, and describes them for OpenAPI.
 *
 * @example
 * const createPost = contract({ body: z.object({ title: z.string() }), responses: { 201: Post } });
 * app.post('/posts', createPost.handler(({ body }) => createPost.json(201, posts.add(body))), 'posts.create');
 *
 * @module
 */
export { contract, type Contract, type ContractMiddleware } from './contract.ts';
export type {
  Content,
  ContractDefinition,
  ResponseKey,
  Responses,
  Schema,
  SchemasByType,
} from './definition.ts';
export { type InputFault, type InputPlace, InvalidInputError } from './invalid-input-error.ts';
export { Problem, type ProblemDocument } from './problem.ts';
