import type { PageSize } from '../../asked.ts'
import { pictureJpeg, pictureSizes } from '../picture.ts'

/** The pictures of a file, upright and on white, with their sizes in points. @throws for what is no picture */
export async function* picturesOf(file: Buffer): AsyncGenerator<{ size: PageSize; jpeg: Buffer }> {
  const { sizes } = JSON.parse((await pictureSizes(file)).toString('utf8')) as { sizes: PageSize[] }
  for (const [at, size] of sizes.entries()) yield { size, jpeg: await pictureJpeg(file, at) }
}
