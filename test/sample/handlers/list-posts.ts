import { inject, JsonResponse } from 'fw-runtime/b';
import { Posts } from '../services.ts';

export const ListPosts = inject([Posts], (posts) => () => new JsonResponse(posts.all));
