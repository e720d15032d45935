import { open } from 'node:fs/promises'
import path from 'node:path'

/** Types that are recognised by an extension and by how their files begin. */
const TYPES = {
  png: { extensions: ['png'], begins: ['89504e470d0a1a0a'] },
  jpeg: { extensions: ['jpg', 'jpeg'], begins: ['ffd8ff'] },
  gif: { extensions: ['gif'], begins: [hex('GIF87a'), hex('GIF89a')] },
  // A zip; a workbook with a password, and one of an old Excel, begin as other compound files do.
  xlsx: { extensions: ['xlsx'], begins: ['504b0304'] },
} as const satisfies Record<string, { extensions: readonly string[]; begins: readonly string[] }>

export type FileType = keyof typeof TYPES

/** Of the longest beginning above. */
const HEAD_BYTES = 8

function hex(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex')
}

/**
 * Whether a file is of one of the types by its name, and begins as files of that type do. Whatever else it holds is
 * unknown until it is opened.
 * @param file its name, and where it lies
 */
export async function isOfType(
  file: { filename: string; path: string },
  types: readonly FileType[],
): Promise<boolean> {
  const extension = path.extname(file.filename).slice(1).toLowerCase()
  const type = types.find((each) => TYPES[each].extensions.some((one) => one === extension))
  if (!type) return false
  const head = await headOf(file.path)
  return TYPES[type].begins.some((begin) => head.startsWith(begin))
}

/** The first bytes, as hexadecimal digits. */
async function headOf(file: string): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.toString('hex', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
