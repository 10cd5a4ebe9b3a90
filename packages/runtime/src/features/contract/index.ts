/**
 * Routes whose requests are validated and whose responses are typed and described for OpenAPI.
 *
 * @example
 * export const posts = resource('/posts', { name: 'posts', services: [Posts] }, ({ get }) => ({
 *   list: get('/', { responses: { 200: z.array(Post) } }).handle((_input, posts) => posts.list()),
 *   show: get('/{id}', { responses: { 200: Post } }).handle(({ params }, posts) => posts.find(params.id)),
 * }));
 *
 * @module
 */
export { resource } from './resource.ts';
export { contract, type Contract } from './contract.ts';
export type { HandlerClass, HandlerInput, HandlerResult, Reply } from './handler-types.ts';
export type { ResourceMethods, ResourceOptions, ResourceRoute } from './resource-types.ts';
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
export { type PageOfList, pageLinks } from './page-links.ts';
export type { WithContract } from '../../kernel/pipeline/middleware-contract.ts';
