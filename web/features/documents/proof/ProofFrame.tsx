import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatDateTime, zoneName } from '../../../../shared/format/time.ts'
import { Breadcrumbs, Panel, Segments, Stack, TitleRow, usePageTitle } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { Page, ToolRow } from '../frame/layout.tsx'
import { rootIdOf } from '../place/address.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'

/** Name of the moment in the address. */
const AT = 'at'
/** Name in the address of what is shown, other than who could see a document. */
export const SHOWN = 'show'

const ProofHead = styled(TitleRow)(({ theme }) => ({
  alignItems: 'flex-start',
  padding: '14px 16px',
  '& p': { margin: '4px 0 0', ...theme.typography.note },
}))

const Figures = styled('div')(({ theme }) => ({
  padding: '0 16px',
  borderTop: `1px solid ${theme.vars.palette.line}`,
}))

const Views = styled('div')(({ theme }) => ({
  display: 'none',
  [theme.breakpoints.up('md')]: { display: 'block' },
  '&[data-below]': {
    display: 'block',
    [theme.breakpoints.up('md')]: { display: 'none' },
  },
}))

/** The moment that the address names; null for now. */
export function useMoment(): string | null {
  const [search] = useSearchParams()
  return search.get(AT)
}

/** Puts a moment into the address, or none for now. */
export function useChooseMoment(): (moment: string | null) => void {
  const [, setSearch] = useSearchParams()
  return (moment) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      if (moment === null) next.delete(AT)
      else next.set(AT, moment)
      return next
    })
}

export type ProofView = 'document' | 'principal' | 'matrix' | 'difference'

const VIEWS = [
  { value: 'document', label: 'Document' },
  { value: 'matrix', label: 'Matrix' },
  { value: 'difference', label: 'Difference' },
] as const satisfies readonly { value: ProofView; label: string }[]
const PRINCIPAL = { value: 'principal', label: 'Person or group' } as const

/** Which of the pages of proof is shown, and the ways to the others; those of all of the tree lie at its root. */
function ViewChoice({ view, document }: { view: ProofView; document: OpenDocument }) {
  const { tree, addresses } = usePlace()
  const navigate = useNavigate()
  const at = useMoment()
  const go = (to: ProofView) => {
    const ofTree = to === 'matrix' || to === 'difference'
    const show = ofTree ? `&${SHOWN}=${to}` : ''
    const moment = at === null || to === 'difference' ? '' : `&${AT}=${encodeURIComponent(at)}`
    return navigate(`${addresses.toView(ofTree ? rootIdOf(tree.id) : document.id, 'access')}${show}${moment}`)
  }
  const [first, ...others] = VIEWS
  return (
    <Segments<ProofView>
      label="Proof of access"
      segments={view === 'principal' ? [first, PRINCIPAL, ...others] : VIEWS}
      value={view}
      onChange={(to) => void go(to)}
    />
  )
}

interface ProofFrameProps {
  document: OpenDocument
  view: ProofView
  title: string
  /** From when on the record answers, once it is known. */
  knownSince: string | undefined
  /** Beside the path. */
  tools?: ReactNode
  /** Beside the title, such as the moment. */
  choice: ReactNode
  /** Below the title. */
  figures?: ReactNode
  children: ReactNode
}

/** A page of what could be seen: the way to it, the other pages of it, its moment and a table. */
export function ProofFrame(props: ProofFrameProps) {
  const { document, view, title, knownSince, tools, choice, figures, children } = props
  const { tree, addresses } = usePlace()
  const [search] = useSearchParams()
  usePageTitle(`${title} · ${document.name} · ${tree.name}`)
  const views = <ViewChoice view={view} document={document} />
  return (
    <Page>
      <ToolRow>
        <Breadcrumbs
          items={[
            ...document.ancestors.map(({ id, name }) => ({ label: name, to: addresses.to(id) })),
            { label: document.name, to: addresses.to(document.id) },
            { label: title, to: `?${search}` },
          ]}
        />
        <div>
          <Views>{views}</Views>
          {tools}
        </div>
      </ToolRow>
      <Stack>
        <Views data-below="">{views}</Views>
        <Panel>
          <ProofHead>
            <div>
              <Typography component="h2" variant="h2">
                {title}
              </Typography>
              <p>
                {knownSince === undefined
                  ? '\u00a0'
                  : `The record answers from ${formatDateTime(knownSince)} ${zoneName(knownSince)}.`}
              </p>
            </div>
            {choice}
          </ProofHead>
          {figures && <Figures>{figures}</Figures>}
        </Panel>
        {children}
      </Stack>
    </Page>
  )
}
