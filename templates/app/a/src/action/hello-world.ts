import { type HttpResponse, TextResponse } from 'fw-runtime/a';

/** GET / */
export function helloWorld(): HttpResponse {
  return new TextResponse('Hello, world!\n');
}
