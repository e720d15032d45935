import { expect, test } from 'vitest'
import { linkRelations, sheetFoot, sheetHead, workbook, workbookRelations } from './parts.ts'

const matches = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].map(([found]) => found)

test('sheets are numbered from 1, their styles come after them, and a name is text', () => {
  expect(matches(workbook(['Projects', 'A & "B"']), /<sheet .*?\/>/g)).toEqual([
    '<sheet name="Projects" sheetId="1" r:id="rId1"/>',
    '<sheet name="A &amp; &quot;B&quot;" sheetId="2" r:id="rId2"/>',
  ])
  expect(matches(workbookRelations(2), /Id="rId\d" Type="[^"]*\/(\w+)" Target="[^"]*"/g)).toEqual([
    expect.stringMatching(/^Id="rId1" .*\/worksheet" Target="worksheets\/sheet1\.xml"$/),
    expect.stringMatching(/^Id="rId2" .*\/worksheet" Target="worksheets\/sheet2\.xml"$/),
    expect.stringMatching(/^Id="rId3" .*\/styles" Target="styles\.xml"$/),
  ])
})

test('each column is as wide as said', () => {
  expect(matches(sheetHead([20, 30]), /<col .*?\/>/g)).toEqual([
    '<col min="1" max="1" width="20" customWidth="1"/>',
    '<col min="2" max="2" width="30" customWidth="1"/>',
  ])
})

test('a link’s place and address have one number, and a sheet without links says nothing of them', () => {
  expect([...sheetFoot('D9', ['D2', 'D5'])].join('')).toBe(
    '</sheetData><autoFilter ref="A1:D9"/><hyperlinks><hyperlink ref="D2" r:id="rId1"/><hyperlink ref="D5" r:id="rId2"/></hyperlinks></worksheet>',
  )
  expect([...sheetFoot('D9', [])].join('')).toBe('</sheetData><autoFilter ref="A1:D9"/></worksheet>')
  const relations = [...linkRelations(['https://a.example/?b=1&c', 'https://d.example/'])].join('')
  expect(matches(relations, /<Relationship .*?\/>/g)).toEqual([
    expect.stringMatching(/Id="rId1".*Target="https:\/\/a\.example\/\?b=1&amp;c" TargetMode="External"/),
    expect.stringMatching(/Id="rId2".*Target="https:\/\/d\.example\/" TargetMode="External"/),
  ])
})
