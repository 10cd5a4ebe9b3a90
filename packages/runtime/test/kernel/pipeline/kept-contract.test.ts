import { expect, test } from 'vitest';
import { inBothVariants } from '../../cases/kit.ts';

inBothVariants((kit) => {
  test.each([null, undefined, 'text', {}, 1])(
    'a class whose static contract is %j has no contract',
    async (contract) => {
      const Answering = kit.middlewareClass('made') as unknown as { contract?: unknown };
      Answering.contract = contract;
      const app = kit.app();
      app.pipe(Answering as never);
      expect(await (await app.request('/')).text()).toBe('made');
    },
  );
});
