import { VERSION } from 'fw-runtime/internal';
import { afterAll } from 'vitest';
import { attach, detach } from '../../src/hook.ts';

/** Attaches the development tools to the applications that a test file creates from now on. */
export function useDevTools(): void {
  attach(VERSION);
  afterAll(detach);
}
