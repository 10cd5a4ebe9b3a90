import { type HttpResponse, TextResponse } from 'fw-runtime/b';

/** GET / */
export function helloWorld(): HttpResponse {
  return new TextResponse('Hello, world!\n');
}
