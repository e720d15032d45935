export { announceProcess, listProcesses, type ProcessFacts, type RunningProcess } from './processes.ts'
