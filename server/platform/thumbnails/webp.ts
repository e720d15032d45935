/** Whether bytes begin as a WebP does: the output of the confined process is trusted no more than its input. */
export const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
