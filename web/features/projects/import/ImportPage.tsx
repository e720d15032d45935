import { useApolloClient } from '@apollo/client/react'
import Button from '@mui/material/Button'
import { IconCheck, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { formatCount } from '../../../../shared/format/number.ts'
import { projectsAddress } from '../../../addresses.ts'
import { grants } from '../../../graphql/access.ts'
import { PageNotFound } from '../../../graphql/errors.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { logOnly } from '../../../telemetry/index.ts'
import { Alert, ErrorState, Page, usePageTitle, useToast } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { ProjectImports } from '../deletion/ProjectImports.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { FileStrip } from './FileStrip.tsx'
import type { ImportResult } from './importResult.ts'
import {
  ConfirmImportProjectsDocument,
  ImportPageDocument,
  type ImportPageQuery,
  ImportProjectsDocument,
} from './operations.generated.ts'
import { Preview } from './Preview.tsx'
import { saveTemplate } from './template.ts'

type Portfolio = NonNullable<ImportPageQuery['portfolio']>

const Beside = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 16,
  '& ol': { display: 'flex', gap: 16, margin: 0, padding: 0, listStyle: 'none', fontWeight: 500 },
  '& li': { display: 'flex', alignItems: 'center', gap: 8, color: theme.vars.palette.ink2 },
  '& li > b': {
    display: 'grid',
    placeItems: 'center',
    width: 20,
    height: 20,
    borderRadius: '50%',
    ...theme.typography.caption,
    color: theme.vars.palette.accent.text,
    backgroundColor: theme.vars.palette.accent.tint,
  },
  '& li[aria-current] > b': {
    color: theme.vars.palette.primary.contrastText,
    backgroundColor: theme.vars.palette.primary.main,
  },
}))

/** Projects out of a spreadsheet into a deal room: a file, what it would do, and doing it (IMP). */
export function ImportPage() {
  const { portfolioId = '' } = useParams()
  usePageTitle('Import projects')
  const { data, error } = useReading(ImportPageDocument, { id: portfolioId })
  const portfolio = data?.portfolio
  const isUnknown = data !== undefined || error?.code === 'NOT_FOUND' || error?.code === 'BAD_USER_INPUT'
  // IMP-13
  if (portfolio ? !grants(portfolio, 'DEALROOM_ADMIN') : isUnknown) throw new PageNotFound()
  if (!portfolio) {
    return <Page title="Import projects">{error && <ErrorState {...error} />}</Page>
  }
  return <Import portfolio={portfolio} />
}

function Import({ portfolio }: { portfolio: Portfolio }) {
  const client = useApolloClient()
  const toast = useToast()
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const [result, setResult] = useState<ImportResult>()
  const [problem, setProblem] = useState<string>()
  const preview = useAction(ImportProjectsDocument)
  const confirmation = useAction(ConfirmImportProjectsDocument)

  const backToStart = () => {
    setFile(undefined)
    setResult(undefined)
    setProblem(undefined)
  }
  const read = async (chosen: File) => {
    setProblem(undefined)
    // IMP-01
    if (!/\.xlsx$/i.test(chosen.name)) return setProblem(`${chosen.name} is not an .xlsx file.`)
    setFile(chosen)
    const { data, problem: refusal } = await preview.attempt({ portfolioId: portfolio.id, file: chosen })
    const { importResult, errors = [] } = data?.importProjects ?? {}
    if (importResult) return setResult(importResult)
    setFile(undefined)
    const message = refusal?.message ?? errors[0] ?? 'The file cannot be read.'
    // IMP-09
    setProblem(`Invalid value in template: ${message.replace(/\.$/, '')}. Please update or contact support`)
  }
  const confirm = async () => {
    if (!file || !result) return
    setProblem(undefined)
    const { data, problem: refusal } = await confirmation.attempt({
      portfolioId: portfolio.id,
      file,
      fingerprint: result.fingerprint,
    })
    // Why a changed file or changed projects are refused is said; any other failure is logged only (IMP-10).
    if (refusal?.code === 'CONFLICT') setProblem(refusal.message)
    else if (refusal) logOnly(new Error('The projects could not be imported.', { cause: refusal }))
    const done = data?.confirmImportProjects
    if (!done) return
    toast.success(`${formatCount(done.added, 'project')} added, ${done.changed} changed`)
    await client.refetchQueries({ include: 'active' })
    await navigate(`${projectsAddress(portfolio.org.slug)}?portfolio_ids=${portfolio.id}`)
  }
  const template = () => {
    // IMP-10
    saveTemplate(client, portfolio.id).catch((cause: unknown) =>
      logOnly(new Error('The template could not be made.', { cause })),
    )
  }
  return (
    <Page
      title="Import projects"
      subtitle={portfolio.name}
      actions={
        <Beside>
          <ol aria-label="Steps">
            <li aria-current={result ? undefined : 'step'}>
              <b>{result ? <IconCheck size={14} aria-label="Done" /> : 1}</b>Upload
            </li>
            <li aria-current={result ? 'step' : undefined}>
              <b>2</b>Preview
            </li>
          </ol>
          <Button startIcon={<IconDownload />} onClick={template}>
            Download template
          </Button>
        </Beside>
      }
    >
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      {file && <FileStrip file={file} result={result} />}
      {result ? (
        <Preview
          result={result}
          busy={confirmation.busy}
          onBack={backToStart}
          onConfirm={() => void confirm()}
        />
      ) : (
        !file && (
          <>
            <ChooseFile onFile={(chosen) => void read(chosen)} onTemplate={template} />
            <ProjectImports portfolioId={portfolio.id} orgSlug={portfolio.org.slug} />
          </>
        )
      )}
    </Page>
  )
}
