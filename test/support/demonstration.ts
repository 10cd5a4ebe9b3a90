/** The environment in which examples of docs/ run: values for the secrets that they read with `env()`. */
export const demonstration = {
  ADMIN_PASSWORD: 'numbers',
  DEPLOYMENT_TOKEN: 'token-of-a-deployment',
  JWT_SECRET: 'the key of the token on the page, and of nothing else',
  SESSION_SECRET: 'the key of the cookies of examples, and of nothing else',
  WEBHOOK_SECRET: 'the key of the signature on the page, and of nothing else',
} as const;
