declare module 'mime' {
  const mime: { getType(file: string): string | null };
  export default mime;
}
