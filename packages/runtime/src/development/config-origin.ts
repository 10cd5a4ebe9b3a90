export { configOrigin } from '../config/history.ts';
