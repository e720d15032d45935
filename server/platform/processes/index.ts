export { announceProcess, type ProcessFacts, type RunningProcess, listProcesses } from './processes.ts'
