/**
 * The default container, and a function that observes the services that it creates.
 *
 * @example new ServiceManager({ factories: { Db: () => new Db() }, invokables: { Ping } })
 *
 * @module
 */
export { ServiceManager } from './service-manager.ts';
export { observeServices, type ServiceMaking, type ServiceObserver } from './container-interface.ts';
