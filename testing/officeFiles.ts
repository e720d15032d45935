import { strToU8, zipSync } from 'fflate'

/** An Office file of these parts. */
export const officeFile = (parts: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))))

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

const packaged = (main: string, type: string, overrides: Readonly<Record<string, string>> = {}) => ({
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${type}"/>${Object.entries(
    overrides,
  )
    .map(([part, of]) => `<Override PartName="/${part}" ContentType="${of}"/>`)
    .join('')}</Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${R}/officeDocument" Target="${main}"/></Relationships>`,
})

/** A Word file with this body, parts and relationships of its own besides. */
export const wordFile = (
  body: string,
  { relations = '', parts = {} }: { relations?: string; parts?: Readonly<Record<string, string>> } = {},
): Buffer =>
  officeFile({
    ...packaged(
      'word/document.xml',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    ),
    'word/document.xml': `${HEAD}<w:document ${W} xmlns:r="${R}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations}</Relationships>`,
    ...parts,
  })

/** A paragraph of Word. */
export const paragraph = (text: string, font?: string): string =>
  `<w:p><w:r>${font ? `<w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr>` : ''}<w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

interface SheetOfFile {
  name: string
  rows: readonly (readonly string[])[]
  isHidden?: boolean
}

/** An Excel file with these sheets of texts. */
export const workbookFile = (sheets: readonly SheetOfFile[]): Buffer =>
  officeFile({
    ...packaged(
      'xl/workbook.xml',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
      Object.fromEntries(
        sheets.map((_, at) => [
          `xl/worksheets/sheet${at + 1}.xml`,
          'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml',
        ]),
      ),
    ),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${R}"><sheets>${sheets
      .map(
        ({ name, isHidden }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${sheets
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${R}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${HEAD}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
          .map(
            (row, y) =>
              `<row r="${y + 1}">${row
                .map(
                  (cell, x) =>
                    `<c r="${String.fromCharCode(65 + x)}${y + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`,
                )
                .join('')}</row>`,
          )
          .join('')}</sheetData></worksheet>`,
      ]),
    ),
  })
