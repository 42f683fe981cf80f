export { type ControllerSettings, defaultSettings } from "./controller.ts";
export { type RunningControllers, startControllers, type StartControllersOptions } from "./start-controllers.ts";
