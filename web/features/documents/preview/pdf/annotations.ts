import type { PDFPageProxy } from 'pdfjs-dist'

/** Of one page, what is looked at. */
const MAX_PER_PAGE = 500
/** Characters of one remark or field. */
const LONGEST = 2000

/** What somebody wrote on a page, as a note or beside a mark. */
export interface Remark {
  /** From 0. */
  readonly page: number
  readonly author: string
  readonly text: string
}

/** What a field of a form holds that the file has no picture of. */
export interface FieldValue {
  readonly id: string
  readonly text: string
  /** Corners in the page's own units. */
  readonly rect: readonly [number, number, number, number]
}

interface PageAnnotations {
  readonly remarks: readonly Remark[]
  readonly values: readonly FieldValue[]
  /** Fields of a form, and those of them that are filled in. */
  readonly fields: number
  readonly filled: number
  /** Sounds, films and files that are attached to a place. */
  readonly unshown: number
}

/** As pdf.js tells of an annotation, as far as it is used here. */
interface Told {
  readonly id?: string
  readonly subtype?: string
  readonly hidden?: boolean
  readonly hasAppearance?: boolean
  readonly fieldType?: string
  readonly fieldValue?: unknown
  readonly checkBox?: boolean
  readonly radioButton?: boolean
  readonly pushButton?: boolean
  readonly exportValue?: string
  readonly password?: boolean
  readonly contentsObj?: { readonly str?: string }
  readonly titleObj?: { readonly str?: string }
  readonly inReplyTo?: string
  readonly rect?: readonly number[]
}

const UNSHOWN: ReadonlySet<string> = new Set([
  'Sound',
  'Movie',
  'Screen',
  'RichMedia',
  'FileAttachment',
  '3D',
])
/** Their words stand on the page already. */
const WRITTEN: ReadonlySet<string> = new Set(['FreeText', 'Link', 'Widget', 'Popup'])

const textOf = ({ fieldValue }: Told): string =>
  (Array.isArray(fieldValue)
    ? fieldValue.join(', ')
    : typeof fieldValue === 'string'
      ? fieldValue
      : ''
  ).trim()

const isFilled = (field: Told): boolean => {
  const value = textOf(field)
  if (field.checkBox || field.radioButton) return value !== '' && value !== 'Off'
  return field.fieldType === 'Sig' ? field.hasAppearance === true : value !== ''
}

/** What stands on a page beside its own content: fields of a form and what was remarked on it. */
export async function readAnnotations(page: PDFPageProxy): Promise<PageAnnotations> {
  const told = ((await page.getAnnotations({ intent: 'display' })) as Told[]).slice(0, MAX_PER_PAGE)
  const seen = told.filter(({ hidden }) => !hidden)
  const fields = seen.filter(({ subtype, pushButton }) => subtype === 'Widget' && !pushButton)
  return {
    fields: fields.length,
    filled: fields.filter(isFilled).length,
    unshown: seen.filter(({ subtype = '' }) => UNSHOWN.has(subtype)).length,
    remarks: seen.flatMap(({ subtype = '', contentsObj, titleObj }) => {
      const text = contentsObj?.str?.trim() ?? ''
      if (WRITTEN.has(subtype) || text === '') return []
      return [
        {
          page: page.pageNumber - 1,
          author: titleObj?.str?.trim().slice(0, 80) ?? '',
          text: text.slice(0, LONGEST),
        },
      ]
    }),
    values: fields.flatMap((field, at) => {
      const text = field.password || field.checkBox || field.radioButton ? '' : textOf(field)
      const [left, bottom, right, top] = field.rect ?? []
      if (field.hasAppearance || text === '' || left === undefined || bottom === undefined) return []
      if (right === undefined || top === undefined) return []
      return [{ id: field.id ?? String(at), text: text.slice(0, LONGEST), rect: [left, bottom, right, top] }]
    }),
  }
}
