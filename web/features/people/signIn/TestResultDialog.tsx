import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { ssoResultAddress } from '../../../addresses.ts'
import {
  Alert,
  Dialog,
  DialogBody,
  DialogFoot,
  ErrorState,
  Loading,
  SkeletonLines,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

interface TestResult {
  outcome: string
  claims: { name: string; value: string }[]
}

const Claims = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(90px, auto) minmax(0, 1fr)',
  gap: '6px 16px',
  margin: 0,
  '& dt': { color: theme.vars.palette.ink3 },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
}))

/** Shows the claims that came and what would happen; nobody was signed in (SSO-26). */
export function TestResultDialog({
  connectionId,
  test,
  onClose,
}: {
  connectionId: string
  test: string
  onClose: () => void
}) {
  const [result, setResult] = useState<TestResult | 'failed'>()
  useEffect(() => {
    const controller = new AbortController()
    fetch(ssoResultAddress(connectionId, test), { signal: controller.signal })
      .then(async (answer) => setResult(answer.ok ? await answer.json() : 'failed'))
      .catch(() => {
        if (!controller.signal.aborted) setResult('failed')
      })
    return () => controller.abort()
  }, [connectionId, test])
  return (
    <Dialog open onClose={onClose} title="Test of the connection">
      <DialogBody>
        {!result && <Loading active skeleton={<SkeletonLines count={4} />} />}
        {result === 'failed' && (
          <ErrorState message="What the test has shown is no longer kept. Please test again." />
        )}
        {result && result !== 'failed' && (
          <>
            <Alert tone="info">{result.outcome} Nobody was signed in by the test.</Alert>
            <Claims>
              {result.claims.map(({ name, value }) => [
                <dt key={name}>{name}</dt>,
                <dd key={`${name} value`}>{value}</dd>,
              ])}
            </Claims>
          </>
        )}
      </DialogBody>
      <DialogFoot>
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
