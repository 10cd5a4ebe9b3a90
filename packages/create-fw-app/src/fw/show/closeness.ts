import { distance } from '../../command-line/nearest.ts';
import type { PlaceholderReport, RouteReport, SegmentReport } from '../inspect/report.ts';

/** A route that does not answer a request, though it nearly would. */
export interface NearMiss {
  readonly route: RouteReport;
  /** Why not, as the end of a sentence that begins with the route. */
  readonly reason: string;
}

const most = 5;

/**
 * The routes that come closest to a request, the closest first.
 *
 * @param path canonical
 * @param answering the route that answers, where one does
 */
export function nearMisses(
  routes: readonly RouteReport[],
  method: string,
  path: string,
  answering?: RouteReport,
): NearMiss[] {
  const segments = path.split('/').slice(1);
  return routes
    .filter((route) => route !== answering)
    .map((route) => ({ route, ...bestForm(route, method, segments, answering) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ route, reason }) => ({ route, reason }));
}

interface Judgement {
  readonly score: number;
  readonly reason: string;
}

function bestForm(
  route: RouteReport,
  method: string,
  segments: readonly string[],
  answering: RouteReport | undefined,
): Judgement {
  const prefix = route.prefix.split('/').slice(1);
  const judged = route.forms.map((form) => {
    // The root of a mounted application is its prefix itself.
    const inner = prefix.length > 0 && form.length === 1 && form[0]?.length === 0 ? [] : form;
    return judge([...prefix.map((text) => [text]), ...inner], segments);
  });
  const best = judged.toSorted((one, other) => other.score - one.score)[0] ?? { score: 0, reason: '' };
  if (best.reason !== '') return best;
  const { methods } = route;
  if (methods !== undefined && !methods.includes(method)) {
    return { score: 1000, reason: `answers ${methods.join(', ') || 'no method'} only` };
  }
  const than = answering === undefined ? 'what comes first' : `"${answering.name}"`;
  return { score: 900, reason: `matches too, but is less specific than ${than} or comes after it` };
}

function judge(form: readonly SegmentReport[], segments: readonly string[]): Judgement {
  let alike = 0;
  for (const [index, segment] of form.entries()) {
    const [part] = segment;
    if (typeof part === 'object' && segment.length === 1 && part.rest) return { score: 900, reason: '' };
    const text = segments[index];
    if (text === undefined) {
      const rest = form.slice(index).map(shown).join('/');
      return { score: alike * 10, reason: `needs "/${rest}" behind it` };
    }
    const fault = segmentFault(segment, text);
    if (fault === undefined) {
      alike++;
      continue;
    }
    const isLast = form.length === segments.length;
    const tail = isLast
      ? form.slice(index + 1).filter((next, at) => !segmentFault(next, segments[index + 1 + at] ?? ''))
      : [];
    const near = fault.near ? 8 : 0;
    const score =
      alike + near + tail.length === 0 ? 0 : alike * 10 + near + tail.length * 5 + (isLast ? 3 : 0);
    return { score, reason: fault.reason };
  }
  if (segments.length === form.length) return { score: 900, reason: '' };
  const rest = segments.slice(form.length).join('/');
  const reason = rest === '' ? 'has no "/" at its end' : `ends before "/${rest}"`;
  return { score: rest === '' ? alike * 10 + 8 : alike * 10, reason };
}

function segmentFault(segment: SegmentReport, text: string): { reason: string; near: boolean } | undefined {
  const [part] = segment;
  if (segment.length === 0)
    return text === '' ? undefined : { reason: `ends before "/${text}"`, near: false };
  if (typeof part === 'string' && segment.length === 1) {
    if (part === text) return undefined;
    if (part.toLowerCase() === text.toLowerCase()) {
      return { reason: `is written "${part}", not "${text}": case counts`, near: true };
    }
    return { reason: `has "${part}" where "${text}" is`, near: distance(part, text) <= 2 && part.length > 2 };
  }
  if (typeof part === 'object' && segment.length === 1) return placeholderFault(part, decoded(text));
  const expression = segment.map((item) => (typeof item === 'string' ? escaped(item) : '.+')).join('');
  if (new RegExp(`^${expression}$`).test(text)) return undefined;
  return { reason: `has "${shown(segment)}" where "${text}" is`, near: false };
}

function placeholderFault(
  { name, restrictions }: PlaceholderReport,
  text: string,
): { reason: string; near: boolean } | undefined {
  if (text === '') return { reason: `needs a value for {${name}}`, near: true };
  const refusing = restrictions.find((source) => !new RegExp(`^(?:${source})$`).test(text));
  if (refusing === undefined) return undefined;
  return {
    reason: `takes {${name}} only where it matches ${refusing}, which "${text}" does not`,
    near: true,
  };
}

function shown(segment: SegmentReport): string {
  return segment.map((part) => (typeof part === 'string' ? part : `{${part.name}}`)).join('');
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
