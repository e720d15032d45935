import { PICTURE_BYTES, PICTURE_REFUSAL } from '../../../shared/pictureRules.ts'
import { badInput } from '../../access/errors.ts'
import type { UploadedFile } from '../../contracts/uploadedFile.ts'
import { type FileType, isOfType } from '../../platform/fileTypes.ts'
import type { PictureShape } from '../../platform/thumbnails/index.ts'

/** A kind of stored files, such as pictures of people. */
export interface StoredFileKind {
  /** Stands in the database. */
  readonly name: string
  /** Bytes of what a person may send. */
  readonly maxBytes: number
  readonly types: readonly FileType[]
  /** What is said of a file that is none of these types, or has more bytes. */
  readonly refusal: string
}

export const defineStoredFile = (kind: StoredFileKind): StoredFileKind => kind

/** Pictures, of which nothing is kept but what is seen in them. */
export interface PictureKind extends StoredFileKind {
  readonly shape: PictureShape
}

/** A kind of pictures that people send as png, jpeg or gif of at most 5 MB (PROF-12). */
export const definePicture = (name: string, shape: PictureShape): PictureKind => ({
  name,
  shape,
  maxBytes: PICTURE_BYTES,
  types: ['png', 'jpeg', 'gif'],
  refusal: PICTURE_REFUSAL,
})

/**
 * Looks at a file that a person has sent: its size, and its type by name and first bytes (transport.md 3).
 * @param field the argument that it came with
 * @throws BAD_USER_INPUT with the kind's sentence
 */
export async function checkUploaded(kind: StoredFileKind, file: UploadedFile, field = 'file'): Promise<void> {
  const fits = file.size > 0 && file.size <= kind.maxBytes
  if (!fits || !(await isOfType(file, kind.types))) throw badInput(kind.refusal, { [field]: kind.refusal })
}
