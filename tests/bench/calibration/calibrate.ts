/** Prints a `Calibration` of this process as one line of JSON. `npm run bench` runs it before and after a bench. */
import { calibrate } from './measure.ts';

const processor = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
console.log(JSON.stringify(calibrate(processor)));
