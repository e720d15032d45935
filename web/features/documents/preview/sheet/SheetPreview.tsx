import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { formatNumber } from '../../../../../shared/format/number.ts'
import { EmptyState, Loading, Panel, SkeletonLines } from '../../../../ui/index.ts'
import { styled } from '../../../../ui/theme/styled.tsx'
import type { Passage } from '../../copilot/index.ts'
import type { FileDownload } from '../FileBar.tsx'
import { Shown } from '../layout.tsx'
import { PreviewNotes } from '../PreviewNotes.tsx'
import { FindBar } from '../pdf/FindBar.tsx'
import { useFindBar } from '../pdf/useFindBar.ts'
import type { PreviewProps } from '../previewProps.ts'
import { failureOf } from '../reading/failure.ts'
import { useReading } from '../reading/useReading.ts'
import { SheetGrid } from './SheetGrid.tsx'
import { SheetTabs } from './SheetTabs.tsx'
import type { SheetFormat } from './sheetBook.ts'
import { READ_SHEETS, type SheetSource } from './sheetSource.ts'
import type { SheetFacts } from './sheetTable.ts'
import { type SheetMatch, useSheetFind } from './useSheetFind.ts'

const Waiting = styled('div')({ padding: 24 })
const Nothing = styled('div')({ flex: 1, padding: 24 })

const FAILED = 'This file could not be shown.'

/** An Excel workbook, sheet by sheet (DOC-13). */
export const ExcelPreview = (props: PreviewProps) => <Sheets {...props} format="excel" />

/** Separated values as a sheet (DOC-13). */
export const CsvPreview = (props: PreviewProps) => <Sheets {...props} format="csv" />

const skeleton = (
  <Waiting>
    <SkeletonLines count={10} />
  </Waiting>
)

function Sheets({ format, ...props }: PreviewProps & { format: SheetFormat }) {
  const source = useReading(props, READ_SHEETS[format], FAILED)
  if (!source) return <Loading active skeleton={skeleton} />
  return (
    <OpenSheets
      name={props.name}
      source={source}
      passage={props.passage}
      downloads={props.downloads}
      onFailed={(error) => props.onFailed(failureOf(error, FAILED))}
    />
  )
}

interface OpenSheetsProps {
  name: string
  source: SheetSource
  /** What a search has led to. */
  passage?: Passage | undefined
  downloads: FileDownload
  onFailed: (error: unknown) => void
}

/** The sheets of a source: the one that is looked at, and tabs for the others. */
export function OpenSheets({ name, source, passage, downloads, onFailed }: OpenSheetsProps) {
  const panelId = useId()
  const [index, setIndex] = useState(0)
  const facts = useFacts(source, index, onFailed)
  const { names } = source
  const isBook = names.length > 1
  const sheetName = names[index] ?? ''
  const content = useRef<HTMLDivElement>(null)
  const find = useSheetFind(source, index, passage, setIndex)
  const bar = useFindBar(content, () => {
    find.setTerm('')
    content.current?.querySelector<HTMLElement>('[role="grid"]')?.focus()
  })
  return (
    <>
      {bar.isFinding && (
        <FindBar
          bar={bar.bar}
          term={find.term}
          onTerm={find.setTerm}
          found={find.found}
          current={find.current}
          onStep={find.step}
          onClose={bar.close}
        />
      )}
      <Shown
        ref={content}
        id={panelId}
        {...(isBook && { role: 'tabpanel', 'aria-labelledby': `${panelId}-${index}` })}
      >
        {facts ? (
          <OneSheet
            key={index}
            label={isBook ? `${sheetName} of ${name}` : name}
            source={source}
            index={index}
            facts={facts}
            found={find.marked}
            shown={find.shown}
            onFind={bar.open}
            downloads={downloads}
          />
        ) : (
          <Loading active skeleton={skeleton} />
        )}
      </Shown>
      {isBook && <SheetTabs names={names} active={index} onChange={setIndex} panelId={panelId} />}
    </>
  )
}

const cutText = ({ cut, rows, columns }: SheetFacts): string[] =>
  cut
    ? [
        `These are the first ${formatNumber(rows)} rows and ${formatNumber(columns.length)} columns of the sheet. Download the file to see all of it.`,
      ]
    : []

interface OneSheetProps {
  label: string
  source: SheetSource
  index: number
  facts: SheetFacts
  found: ReadonlySet<string>
  shown: SheetMatch | null
  onFind: () => void
  downloads: FileDownload
}

function OneSheet({ downloads, ...sheet }: OneSheetProps) {
  const { facts } = sheet
  const isEmpty = facts.rows === 0 || facts.columns.length === 0
  return (
    <>
      <PreviewNotes unshown={[...cutText(facts), ...facts.unshown]} downloads={downloads} />
      {isEmpty ? (
        <Nothing>
          <Panel>
            <EmptyState title="This sheet is empty." />
          </Panel>
        </Nothing>
      ) : (
        <SheetGrid {...sheet} />
      )}
    </>
  )
}

/** What is known of a sheet, once it is read; of another one before, nothing. */
function useFacts(
  source: SheetSource,
  index: number,
  onFailed: (error: unknown) => void,
): SheetFacts | undefined {
  const [read, setRead] = useState<{ index: number; facts: SheetFacts }>()
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    let cancelled = false
    source.facts(index).then(
      (facts) => !cancelled && setRead({ index, facts }),
      (error: unknown) => !cancelled && fail(error),
    )
    return () => {
      cancelled = true
    }
  }, [source, index])
  return read?.index === index ? read.facts : undefined
}
