import { formatCount } from '../../../../../shared/format/number.ts'
import { Disclosure } from '../../../../ui/index.ts'
import { styled } from '../../../../ui/theme/styled.tsx'
import type { FileDownload } from '../FileBar.tsx'
import { PreviewNotes } from '../PreviewNotes.tsx'
import type { Annotations } from './useAnnotations.ts'

const Remarks = styled(Disclosure)(({ theme }) => ({
  flex: 'none',
  ...theme.typography.body1,
  color: theme.vars.palette.ink2,
  backgroundColor: theme.vars.palette.surface,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '& > summary': { padding: '6px 14px' },
  '& > ol': { maxHeight: '30vh', margin: 0, padding: '0 14px 8px', overflowY: 'auto', listStyle: 'none' },
  '& li': { padding: '4px 0', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
  '& button': {
    padding: 0,
    marginRight: 8,
    font: 'inherit',
    fontWeight: 500,
    color: theme.vars.palette.accent.text,
    background: 'none',
    border: 0,
    cursor: 'pointer',
    '&:hover': { textDecoration: 'underline' },
  },
}))

interface PdfRemarksProps {
  annotations: Annotations
  /** Leads to a page, from 0. */
  onPage: (page: number) => void
  downloads: FileDownload
}

/** Over the pages: how far a form is filled in, what was remarked, and what is not shown. */
export function PdfRemarks({ annotations, onPage, downloads }: PdfRemarksProps) {
  const { remarks, fields, filled, attached, isXfa, cut } = annotations
  const unshown = [
    isXfa ? 'This form is of a kind that only some programs show; what stands here may be old.' : '',
    attached > 0 ? `Not shown: ${formatCount(attached, 'attached file')}.` : '',
    cut && (fields > 0 || remarks.length > 0) ? 'Fields and comments of the later pages are not listed.' : '',
  ].filter((sentence) => sentence !== '')
  return (
    <>
      <PreviewNotes
        states={fields > 0 ? [`A form: ${filled} of ${formatCount(fields, 'field')} filled in.`] : []}
        unshown={unshown}
        downloads={downloads}
      />
      {remarks.length > 0 && (
        <Remarks summary={`${formatCount(remarks.length, 'comment')} on these pages`}>
          <ol>
            {remarks.map(({ page, author, text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: remarks never change their places
              <li key={at}>
                <button type="button" onClick={() => onPage(page)}>
                  Page {page + 1}
                </button>
                {author !== '' && <b>{author}: </b>}
                {text}
              </li>
            ))}
          </ol>
        </Remarks>
      )}
    </>
  )
}
