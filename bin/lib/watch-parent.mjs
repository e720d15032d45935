// Preloaded into the server: when the script that started it is gone, however that died, the server stops too.
// Without this a killed `npm start` would leave the port and the data folder taken.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
