/** Stands in a pipeline for the application's own routing (rule C2). */
export const ROUTING_MIDDLEWARE = 'FW_ROUTING_MIDDLEWARE';

/** Stands in a pipeline for the running of the matched route. */
export const DISPATCH_MIDDLEWARE = 'FW_DISPATCH_MIDDLEWARE';
