/** Words that cannot be names, in TypeScript or by habit. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    'abstract any arguments as async await boolean break case catch class const constructor continue debugger default ' +
    'delete do else enum eval export extends false finally for from function get if implements import in instanceof ' +
    'interface let module new null number object of package private protected prototype public return set static ' +
    'string super switch symbol this throw true try type typeof undefined unknown var void while with yield never'
  ).split(' '),
);
