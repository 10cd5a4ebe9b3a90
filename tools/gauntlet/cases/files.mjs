const ADMIN = { guards: ['/admin'], files: true };
const control = ['/admin/secret.txt'];

/** The guard and the file system read the path differently. */
export const files = {
  'files-slashes': {
    title: 'Repeated slashes in the path of a guarded file',
    app: ADMIN,
    control,
    requests: [
      '//admin/secret.txt',
      '///admin/secret.txt',
      '/admin//secret.txt',
      '/open/..//admin/secret.txt',
    ],
  },
  'files-encoded-slash': {
    title: 'An escaped separator in the path of a guarded file',
    app: ADMIN,
    control,
    requests: [
      '/admin%2Fsecret.txt',
      '/admin%2fsecret.txt',
      '/%2Fadmin/secret.txt',
      '/%2Fadmin%2Fsecret.txt',
      '/admin%5Csecret.txt',
      '/%5Cadmin/secret.txt',
      '/admin\\secret.txt',
    ],
  },
  'files-dot-segments': {
    title: 'Dot segments in the path of a guarded file',
    app: ADMIN,
    control,
    requests: [
      '/open/../admin/secret.txt',
      '/open/%2e%2e/admin/secret.txt',
      '/open/..%2Fadmin/secret.txt',
      '/open/..%2Fadmin%2Fsecret.txt',
      '/./admin/secret.txt',
      '/%2e/admin/secret.txt',
      '/x/../admin/secret.txt',
      '/.%2Fadmin/secret.txt',
      '/open%2F..%2Fadmin%2Fsecret.txt',
    ],
  },
  'files-double-decoding': {
    title: 'An escaped escape in the path of a guarded file',
    app: ADMIN,
    control,
    requests: [
      '/%61dmin/secret.txt',
      '/%2561dmin/secret.txt',
      '/%%36%31dmin/secret.txt',
      '/admin%252Fsecret.txt',
      '/%252Fadmin/secret.txt',
      '/open/%252e%252e/admin/secret.txt',
    ],
  },
  'files-case': {
    title: 'Other letter case than the path of a guarded file',
    app: ADMIN,
    control,
    requests: ['/ADMIN/secret.txt', '/Admin/SECRET.TXT', '/admin/SECRET.txt'],
  },
};
