import { escapeXml } from './cells.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Sheets are the usual kind of XML here, so that their number needn't be known when this part goes out. */
export const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`

export const PACKAGE_RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">\
<Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/** In the order of STYLE: plain, header, text, moment, link. */
export const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}">\
<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss\\ &quot;UTC&quot;"/></numFmts>\
<fonts count="3"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>\
<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>\
<font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/><family val="2"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>\
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** The sheets' names in their order. */
export const workbook = (sheets: readonly string[]): string =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${sheets
    .map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('')}</sheets></workbook>`

export const workbookRelations = (sheets: number): string => {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${DOCUMENT}/${type}" Target="${target}"/>`
  const list = Array.from({ length: sheets }, (_, index) =>
    relation(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  )
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}${relation(
    sheets + 1,
    'styles',
    'styles.xml',
  )}</Relationships>`
}

/** Where a sheet's links lead, by their numbers from 1. */
export function* linkRelations(addresses: readonly string[]): Generator<string> {
  yield `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">`
  for (const [index, address] of addresses.entries()) {
    yield `<Relationship Id="rId${index + 1}" Type="${DOCUMENT}/hyperlink" Target="${escapeXml(
      address,
    )}" TargetMode="External"/>`
  }
  yield '</Relationships>'
}

/** Before the rows: the first stays in view, and the columns are as wide as said. */
export const sheetHead = (widths: readonly number[]): string =>
  `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${DOCUMENT}">\
<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>\
</sheetView></sheetViews><cols>${widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`

/** After the rows: a filter over all of them, and the places of links. */
export function* sheetFoot(lastCell: string, linkPlaces: readonly string[]): Generator<string> {
  yield `</sheetData><autoFilter ref="A1:${lastCell}"/>`
  if (linkPlaces.length > 0) {
    yield '<hyperlinks>'
    for (const [index, place] of linkPlaces.entries()) {
      yield `<hyperlink ref="${place}" r:id="rId${index + 1}"/>`
    }
    yield '</hyperlinks>'
  }
  yield '</worksheet>'
}
