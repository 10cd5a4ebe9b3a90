import { registerFwGenerators } from 'fw-cli/plop';
import type { NodePlopAPI } from 'plop';

/** `npx plop` lists the generators of `fw generate`, and those that you add here. */
export default function (plop: NodePlopAPI): void {
  registerFwGenerators(plop);
}
