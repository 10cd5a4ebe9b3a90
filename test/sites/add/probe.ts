/** A configuration file of a project with variant B, whose routes use the additions. */
export const probe = `import { defineConfig, JsonResponse, route, type ServerRequest, TextResponse } from 'fw-runtime/b';
import { getSession } from 'fw-middleware/session';
import { JwtClaims } from 'fw-middleware/jwt';
import { Notes } from '#app/database/notes';

class Remember {
  static readonly inject = [Notes] as const;
  readonly #notes: Notes;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  async process(request: ServerRequest): Promise<JsonResponse> {
    const { id } = await this.#notes.add(await request.text());
    return new JsonResponse(await this.#notes.find(id));
  }
}

export default defineConfig({
  routes: [
    route('GET', '/long', () => new TextResponse('All work and no play. '.repeat(500))),
    route('GET', '/visits', async (request) => {
      const session = await getSession(request);
      const visits = session.get<number>('visits') ?? 0;
      session.set('visits', visits + 1);
      return new JsonResponse(visits);
    }),
    route('GET', '/api/me', (request) => new JsonResponse(request.require(JwtClaims).sub)),
    route('POST', '/notes', Remember),
  ],
});
`;
