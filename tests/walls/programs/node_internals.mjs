// tries: the doors to Node's inside: process.binding, its own loader, WASI, a heap snapshot, a report
// expect: exit 0
// expect[bare]: exit 0 or signal SIGABRT
// denial: none
// denial[bare]: execve /bin/sh
import process from 'node:process';

const attempts = {
  'spawn_sync binding': () => process.binding('spawn_sync').spawn({ file: '/bin/sh', args: ['sh', '-c', 'echo BREACH'], stdio: [] }),
  'a report outside': () => process.report.writeReport('/tmp/portproof-breach'),
  'chdir': () => { process.chdir('/etc'); },
  'setuid': () => process.setuid(0),
  'abort handler': () => process.binding('contextify'),
};
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    const result = attempt();
    console.log(name, result && result.status === 0 ? 'BREACH' : 'nothing');
  } catch (error) {
    console.log('refused', name, error.code);
  }
}
