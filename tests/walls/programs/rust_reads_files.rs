// tries: to read the pack, the machine and pid 1 in /proc through std::fs
// expect: exit 0
// denial: openat */pack/outcomes.jsonl
// denial: openat /etc/passwd
// denial: openat /etc/shadow
// denial: openat /dev/mem
// denial: openat /proc/1/environ
// denial: openat /sys/kernel/notes
// denial: openat /tmp
// denial[watched]: openat */pack/outcomes.jsonl
// denial[watched]: unlink /etc/passwd
// denial[watched]: rename /etc/shadow
// denial[watched]: openat /proc/1/environ
// args: {pack}
use std::fs;

fn main() {
    let pack = std::env::args().nth(1).unwrap();
    let paths = [pack.as_str(), "/etc/shadow", "/etc/passwd", "/proc/1/environ", "/dev/mem", "/sys/kernel/notes"];
    for path in paths {
        match fs::File::open(path) {
            Ok(_) => println!("BREACH {path}"),
            Err(error) => println!("refused {path}: {error}"),
        }
        if fs::write(path, "x").is_ok() || fs::remove_file(path).is_ok() || fs::rename(path, "stolen").is_ok() {
            println!("BREACH changed {path}");
        }
    }
    for folder in ["/", "/root", "/home", "/proc", "/tmp"] {
        if let Ok(entries) = fs::read_dir(folder) {
            for entry in entries.flatten() {
                if entry.file_name() == "etc" || entry.file_name() == "shadow" || entry.file_name() == ".bashrc" {
                    println!("BREACH listed {folder}");
                }
            }
        }
    }
}
