import type { Attributes, Histogram, Meter, UpDownCounter } from '@opentelemetry/api';

// The conventions measure in seconds.
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const OF_DURATION = [
  'http.request.method',
  'url.scheme',
  'error.type',
  'http.response.status_code',
  'http.route',
  'network.protocol.version',
];
const OF_ACTIVE = ['http.request.method', 'url.scheme'];

/** The metrics of the semantic conventions for HTTP servers. */
export class RequestMetrics {
  readonly #duration: Histogram;
  readonly #active: UpDownCounter;

  constructor(meter: Meter) {
    this.#duration = meter.createHistogram('http.server.request.duration', {
      description: 'Duration of HTTP server requests.',
      unit: 's',
      advice: { explicitBucketBoundaries: BOUNDARIES },
    });
    this.#active = meter.createUpDownCounter('http.server.active_requests', {
      description: 'Number of active HTTP server requests.',
      unit: '{request}',
    });
  }

  /**
   * Adds a request to the active requests.
   *
   * @returns a function to call with the attributes when the request is done; without a response no duration is recorded
   */
  begin(attributes: Attributes): (attributes: Attributes) => void {
    const active = only(OF_ACTIVE, attributes);
    const start = performance.now();
    this.#active.add(1, active);
    return (known) => {
      this.#active.add(-1, active);
      if (known['http.response.status_code'] === undefined) return;
      this.#duration.record((performance.now() - start) / 1000, only(OF_DURATION, known));
    };
  }
}

function only(names: readonly string[], attributes: Attributes): Attributes {
  return Object.fromEntries(
    names.filter((name) => name in attributes).map((name) => [name, attributes[name]]),
  );
}
