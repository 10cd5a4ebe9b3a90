import { JsonResponse, type ServerRequest } from 'fw-runtime/b';
import { CurrentUser } from '../signed-in.ts';

export const showMe = (request: ServerRequest) => new JsonResponse(request.require(CurrentUser));
