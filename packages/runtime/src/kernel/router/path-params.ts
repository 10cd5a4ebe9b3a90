/**
 * The parameters in a literal path: the ones after a "[" are optional.
 *
 * @example PathParams<'/page/{id:\\d+}[/{lang}]'> // { id: string; lang?: string }
 */
export type PathParams<Path extends string> = string extends Path
  ? Record<string, string>
  : { [Name in keyof Separate<Path>]: Separate<Path>[Name] };

// `PathParams` maps both into one object, because editors show that object.
type Separate<Path extends string> = {
  [Name in AllNames<BeforeOptional<Path>>]: string;
} & {
  [Name in Exclude<AllNames<Path>, AllNames<BeforeOptional<Path>>>]?: string;
};

// The path before the first "[" outside a placeholder.
type BeforeOptional<Path extends string> = Path extends `${infer Text}{${infer Tail}`
  ? Text extends `${infer Required}[${string}`
    ? Required
    : `${Text}{${NameOf<Tail>}}${BeforeOptional<AfterPlaceholder<Tail>>}`
  : Path extends `${infer Required}[${string}`
    ? Required
    : Path;

type AllNames<Path extends string> = Path extends `${string}{${infer Tail}`
  ? NameOf<Tail> | AllNames<AfterPlaceholder<Tail>>
  : never;

type NameOf<Tail extends string> = Tail extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name}:${string}`
    ? Trimmed<Name>
    : Trimmed<Inside>
  : never;

// Blanks around a name are ignored.
type Trimmed<Name extends string> = Name extends `${Blank}${infer Rest}`
  ? Trimmed<Rest>
  : Name extends `${infer Rest}${Blank}`
    ? Trimmed<Rest>
    : Name;
type Blank = ' ' | '\t' | '\n';

// A "}" closes the placeholder unless it closes a quantifier, as in \d{4}.
type AfterPlaceholder<Tail extends string> = Tail extends `${infer Inside}}${infer Rest}`
  ? Inside extends `${string}{${string}`
    ? AfterPlaceholder<Rest>
    : Rest
  : '';
