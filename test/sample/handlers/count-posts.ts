import { inject, TextResponse } from 'fw-runtime/b';
import { Posts } from '../services.ts';

export const CountPosts = inject([Posts], (posts) => () => new TextResponse(`${posts.all.length} posts`));
