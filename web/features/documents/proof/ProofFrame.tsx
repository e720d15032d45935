import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { formatDateTime, zoneName } from '../../../../shared/format/time.ts'
import { Breadcrumbs, Panel, usePageTitle } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { Page, ToolRow } from '../frame/layout.tsx'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { MomentForm } from './MomentForm.tsx'

/** Name of the moment in the address. */
const AT = 'at'

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: '12px 24px',
  padding: '14px 16px',
  '& p': { margin: '4px 0 0', fontSize: 12, lineHeight: '16px', color: theme.vars.palette.ink3 },
}))

const Figures = styled('div')(({ theme }) => ({
  padding: '0 16px',
  borderTop: `1px solid ${theme.vars.palette.line}`,
}))

const Parts = styled('div')({ display: 'flex', flexDirection: 'column', gap: 14 })

/** The moment that the address names; null for now. */
export function useMoment(): string | null {
  const [search] = useSearchParams()
  return search.get(AT)
}

interface ProofFrameProps {
  document: OpenDocument
  title: string
  /** From when on the record answers, once it is known. */
  knownSince: string | undefined
  /** Beside the path. */
  tools?: ReactNode
  /** Below the title. */
  figures?: ReactNode
  children: ReactNode
}

/** A page of what could be seen: the way to it, its moment, which is kept in the address, and a table. */
export function ProofFrame({ document, title, knownSince, tools, figures, children }: ProofFrameProps) {
  const { tree, addresses } = usePlace()
  const [search, setSearch] = useSearchParams()
  const at = useMoment()
  usePageTitle(`${title} · ${document.name} · ${tree.name}`)
  const choose = (moment: string | null) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      if (moment === null) next.delete(AT)
      else next.set(AT, moment)
      return next
    })
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
        <div>{tools}</div>
      </ToolRow>
      <Parts>
        <Panel>
          <Head>
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
            <MomentForm at={at} onChoose={choose} />
          </Head>
          {figures && <Figures>{figures}</Figures>}
        </Panel>
        {children}
      </Parts>
    </Page>
  )
}
